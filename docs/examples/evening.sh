#!/usr/bin/env bash
# An evening by curl alone: three players, an event first-to-1, the draw, a game thrown to its end, the table.
# TOKEN is an organiser's token; API says where the site is; OPTIONS changes the rules, as in {"board": "6x4"}.
set -euo pipefail
API=${API:-http://127.0.0.1:8000/api/v1}
: "${TOKEN:?set TOKEN to what “manage.py create_token NAME --role organiser” printed}"
OPTIONS=${OPTIONS:-'{}'}
stamp=$(date +%s)

post() { curl --fail-with-body -sS "$API/$1" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "$2"; }
text() { sed -n "s/^[^]]*\"$1\":\"\([^\"]*\)\".*/\1/p"; }            # the first text of that name
number() { sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p"; }             # the last number of that name

post seasons/ "{\"slug\": \"evening-$stamp\", \"name\": \"By curl\", \"starts_on\": \"2026-01-01\", \"ends_on\": \"2026-12-31\"}"; echo
event=cup-$stamp
post events/ "{\"season\": \"evening-$stamp\", \"slug\": \"$event\", \"name\": \"Curl Cup\", \"format\": \"championship\",
  \"rules\": \"xmadn-3t\", \"options\": $OPTIONS, \"settings\": {\"wins\": 1}, \"starts_on\": \"2026-11-21\"}"; echo
for name in Anna Bert Cora; do
  player=$(post players/ "{\"name\": \"$name\", \"new\": true}" | text id)
  post "events/$event/entries/" "{\"player\": \"$player\"}"; echo
done
post "events/$event/draws/" '{"method": "published seed"}'; echo
started=$(post "events/$event/games/" '{"throws": [{"yellow": 6, "black": 2, "blue": 4, "red": 1, "green": 5, "violet": 3}]}')
game=$(grep -o '"id":"[0-9a-f-]\{36\}"' <<<"$started" | head -n 1 | cut -d'"' -f4)
echo "game $game"

expected=$(curl -sS "$API/games/$game/" | sed 's/,"head".*//' | number number)
while :; do
  die=$((RANDOM % 6 + 1))
  move=$(curl -sS "$API/games/$game/moves/?die=$die" | grep -o '"token":"[^"]*"' | shuf -n 1 | cut -d'"' -f4 || true)
  answer=$(post "games/$game/throws/" "{\"expected\": $expected, \"die\": $die, \"move\": \"${move:-$die}\"}")
  expected=$(sed 's/,"head".*//' <<<"$answer" | number number)
  if grep -q '"state":"ended"' <<<"$answer"; then break; fi
done
echo "ended with event $expected"
curl -sS "$API/events/$event/standings/"
echo
