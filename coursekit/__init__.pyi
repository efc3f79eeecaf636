from coursekit import arena as arena
from coursekit import display as display
from coursekit import exercises as exercises
from coursekit import games as games
from coursekit import learning as learning
from coursekit import mine as mine
from coursekit import players as players
from coursekit import truth as truth
from coursekit.budget import Budget as Budget
from coursekit.games import othello as othello
from coursekit.games import tictactoe as tictactoe
from coursekit.games import ultimate as ultimate
from coursekit.games.actions import BLACK as BLACK
from coursekit.games.actions import WHITE as WHITE
from coursekit.games.actions import Action as Action
from coursekit.games.actions import IllegalActionError as IllegalActionError
from coursekit.games.actions import Player as Player
from coursekit.games.conformance import check_game as check_game
from coursekit.games.env import Env as Env
from coursekit.games.notation import NotationError as NotationError

__version__: str
