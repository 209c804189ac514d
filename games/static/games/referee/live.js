// What others record: the site's stream says that there is something new. A page in the background holds no connection.

const AGAIN_AFTER = 4000;

// `known` is the number of the last event that the page has; `news` is told the number of a later one.
export function follow(address, known, news) {
  let stream = null;
  let timer = null;

  function listen() {
    clearTimeout(timer);
    if (document.hidden || stream) return;
    stream = new EventSource(`${address}?last_event_id=${known()}`);
    const heard = ({ lastEventId }) => news(Number(lastEventId));
    stream.addEventListener("event", heard);
    stream.addEventListener("state", heard);
    // A connection that breaks off is made again by the browser; after a refusal, and after an end, we ask again.
    stream.addEventListener("end", again);
    stream.addEventListener("error", () => stream?.readyState === EventSource.CLOSED && again());
  }

  function hangUp() {
    stream?.close();
    stream = null;
    clearTimeout(timer);
  }

  function again() {
    hangUp();
    timer = setTimeout(() => {
      news(Infinity);
      listen();
    }, AGAIN_AFTER);
  }

  document.addEventListener("visibilitychange", () => {
    hangUp();
    if (document.hidden) return;
    news(Infinity);
    listen();
  });
  listen();
}
