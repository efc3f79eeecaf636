from coursekit.engine.mcts.forest import Forest as Forest
from coursekit.engine.mcts.forest import PuctConfig as PuctConfig
from coursekit.engine.rules.constants import OTHELLO as OTHELLO
