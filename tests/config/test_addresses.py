"""Addresses that nothing stands behind say so in the words of their readers."""

from django.test import Client


def test_an_unknown_address_of_the_interface_is_a_problem_document(client: Client, db: None) -> None:
    answer = client.get("/api/v1/nothing/here/", headers={"Accept-Language": "de"})
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["type"] == "urn:rauswurf:problem:not-found"
    assert answer.json()["detail"] == answer.json()["messages"]["de"]


def test_whoever_writes_to_an_unknown_address_is_told_that_and_nothing_of_forms(db: None) -> None:
    assert Client(enforce_csrf_checks=True).post("/api/v1/nothing/").status_code == 404


def test_an_unknown_page_is_a_page(client: Client, db: None) -> None:
    answer = client.get("/nothing/")
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (404, "text/html")


def test_browsers_find_the_icon(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith("icon.svg")
