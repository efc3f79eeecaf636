// The networks, as plain loops over typed arrays; batch norm is folded into the layers before it.

function decodeFloats(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Float32Array(bytes.buffer);
}

const readLayer = ({ shape, weight, bias }) => ({
  outputs: shape[0],
  inputs: shape[1],
  width: shape[2] ?? 0,
  weight: decodeFloats(weight),
  bias: decodeFloats(bias),
});

// A convolution's weights in the order of its loops: four filters side by side for each input, from
// [filter][input][row][col] to [filter / 4][row][col][input][filter % 4]. Doubles spare the loops
// a conversion for each weight.
function readConvolution(data) {
  const layer = readLayer(data);
  const { outputs, inputs, width } = layer;
  const area = width * width;
  const packed = new Float64Array(layer.weight.length);
  for (let output = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++) {
      for (let place = 0; place < area; place++) {
        const block = (output >> 2) * area * inputs + place * inputs + input;
        packed[4 * block + (output & 3)] = layer.weight[(output * inputs + input) * area + place];
      }
    }
  }
  return { ...layer, weight: packed };
}

// Features lie square by square, all channels of a square together, with an empty square all round.
const features = (size, channels) => new Float64Array((size + 2) * (size + 2) * channels);

// Convolves, adds `added` where given, and leaves out what is negative.
function convolve({ outputs, inputs, width, weight, bias }, size, from, to, added = null) {
  const row = (size + 2) * inputs;
  const corner = width === 3 ? 0 : row + inputs;
  const run = width * inputs;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = corner + y * row + x * inputs;
      const target = ((y + 1) * (size + 2) + x + 1) * outputs;
      let at = 0;
      for (let output = 0; output < outputs; output += 4) {
        let [a, b, c, d] = [bias[output], bias[output + 1], bias[output + 2], bias[output + 3]];
        for (let line = 0; line < width; line++) {
          const first = start + line * row;
          for (let place = first; place < first + run; place++) {
            const value = from[place];
            a += value * weight[at];
            b += value * weight[at + 1];
            c += value * weight[at + 2];
            d += value * weight[at + 3];
            at += 4;
          }
        }
        const out = target + output;
        if (added) {
          a += added[out];
          b += added[out + 1];
          c += added[out + 2];
          d += added[out + 3];
        }
        to[out] = a > 0 ? a : 0;
        to[out + 1] = b > 0 ? b : 0;
        to[out + 2] = c > 0 ? c : 0;
        to[out + 3] = d > 0 ? d : 0;
      }
    }
  }
  return to;
}

function connect({ outputs, inputs, weight, bias }, values) {
  return Array.from({ length: outputs }, (_, output) => {
    let sum = bias[output];
    for (let i = 0; i < inputs; i++) sum += values[i] * weight[output * inputs + i];
    return sum;
  });
}

const relu = (values) => values.map((value) => Math.max(value, 0));

const connectAll = (layers, values) =>
  layers.reduce((found, layer, place) => connect(layer, place ? relu(found) : found), values);

// The features of a head as its first layer of connections reads them, channel by channel.
function flattened(head, size, from) {
  const to = convolve(head, size, from, features(size, head.outputs));
  const flat = [];
  for (let channel = 0; channel < head.outputs; channel++) {
    for (let y = 1; y <= size; y++) {
      for (let x = 1; x <= size; x++) flat.push(to[(y * (size + 2) + x) * head.outputs + channel]);
    }
  }
  return flat;
}

// AlphaZero's network: from a game's state to a logit for each action and a value.
function dualNetwork(game, data) {
  const { size } = game;
  const [first, ...body] = data.body.map(readConvolution);
  const heads = [data.policy, data.value].map(([head, ...rest]) => ({
    head: readConvolution(head),
    rest: rest.map(readLayer),
  }));
  const planes = features(size, 3);
  const rooms = [0, 1].map(() => features(size, first.outputs));
  return (state) => {
    writePlanes(game, state, planes);
    const [here, between] = rooms;
    convolve(first, size, planes, here);
    for (let layer = 0; layer < body.length; layer += 2) {
      convolve(body[layer], size, here, between);
      convolve(body[layer + 1], size, between, here, here);
    }
    const [logits, [value]] = heads.map(({ head, rest }) =>
      connectAll(rest, flattened(head, size, here)),
    );
    return { logits, value: Math.tanh(value) };
  };
}

// The planes of coursekit.learning: the mover's pieces, the other side's, and the legal squares.
function writePlanes(game, state, planes) {
  const { size } = game;
  const legal = new Set(game.legal(state));
  for (const [index, cell] of game.cellsOf(state).entries()) {
    const square = (Math.floor(index / size) + 1) * (size + 2) + (index % size) + 1;
    planes[3 * square] = cell === state.mover ? 1 : 0;
    planes[3 * square + 1] = cell === -state.mover ? 1 : 0;
    planes[3 * square + 2] = legal.has(index) ? 1 : 0;
  }
}

// A Q network whose filters cover the whole board: from a state to a value for each action.
function qNetwork(game, data) {
  const layers = data.layers.map(readLayer);
  return (state) => {
    const seen = game.cellsOf(state).map((cell) => cell * state.mover);
    return connectAll(layers, seen).map(Math.tanh);
  };
}
