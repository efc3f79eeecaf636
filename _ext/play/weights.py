"""The shipped networks as the book's script reads them, each in a file of its own.

A file calls ``courseData(NAME, {...})``; weights are base64 of little-endian float32, since float16
would move logits by 0.01.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from coursekit.learning.alphazero.config import searchable_games
from coursekit.learning.loading import SHIPPED, load_dual_network, load_q_network
from coursekit.learning.networks import DualNetwork, QNetwork


def write(folder: Path) -> list[str]:
    """Writes a file ``NAME.js`` for each network into a folder, and returns the names."""
    found = {
        f"{game}-alphazero": dual_data(load_dual_network(game)[0])
        for game in searchable_games()
        if (SHIPPED / game).is_dir()
    }
    network, checkpoint = load_q_network()
    found[f"{checkpoint.game}-q"] = q_data(network)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in found.items():
        text = f"courseData({json.dumps(name)}, {json.dumps(data, separators=(',', ':'))});\n"
        (folder / f"{name}.js").write_text(text, encoding="utf-8", newline="\n")
    return list(found)


def dual_data(network: DualNetwork) -> dict[str, Any]:
    """Returns AlphaZero's network: the convolutions of its body, and its two heads."""
    return {
        "body": _layers(network.body),
        "policy": _layers(network.policy),
        "value": _layers(network.value),
    }


def q_data(network: QNetwork) -> dict[str, Any]:
    """Returns a Q network whose filters cover the board: then all its layers are connections."""
    layers = _layers(network.layers)
    filters, inputs, *board = layers[0]["shape"]
    layers[0]["shape"] = [filters, inputs * board[0] * board[1]]
    return {"layers": layers}


def _layers(module: nn.Module) -> list[dict[str, Any]]:
    """Returns the layers of a network in order, each batch norm folded into the one before it."""
    parts = [part for part in module.modules() if isinstance(part, _KINDS)]
    found = []
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if isinstance(after, nn.BatchNorm2d):
            part = fuse_conv_bn_eval(part, after)
        if not isinstance(part, nn.BatchNorm2d):
            weight, bias = part.weight.detach(), part.bias.detach()
            layer = {"shape": list(weight.shape), "weight": _text(weight), "bias": _text(bias)}
            found.append(layer)
    return found


_KINDS = (nn.Conv2d, nn.BatchNorm2d, nn.Linear)


def _text(tensor: Any) -> str:
    return base64.b64encode(tensor.numpy().astype("<f4").tobytes()).decode()
