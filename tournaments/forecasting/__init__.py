"""How an event may end: it is simulated many times – plain values in, plain values out
(docs/reference/forecasts.md).

Nothing here knows a database or a clock. The same seed gives the same outcome, in however many pieces.
"""

from tournaments.forecasting.simulation import Forecast, forecast
from tournaments.forecasting.strength import Boards, RunningGame
from tournaments.ratings import Strength

__all__ = ["Boards", "Forecast", "RunningGame", "Strength", "forecast"]
