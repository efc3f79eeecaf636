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

// A convolution's weights in the order of its loops, eight filters side by side for each input:
// from [filter][input][row][col] to [filter / 8][row][col][input][filter % 8], filters of zeros at
// the end. Doubles spare the loops a conversion for each weight.
function readConvolution(data) {
  const { outputs: filters, inputs, width, weight, bias } = readLayer(data);
  const [area, outputs] = [width * width, 8 * Math.ceil(filters / 8)];
  const packed = new Float64Array(outputs * inputs * area);
  for (let filter = 0; filter < filters; filter++) {
    for (let input = 0; input < inputs; input++) {
      for (let place = 0; place < area; place++) {
        const at = ((filter >> 3) * area + place) * inputs + input;
        packed[8 * at + (filter & 7)] = weight[(filter * inputs + input) * area + place];
      }
    }
  }
  const biases = new Float64Array(outputs);
  biases.set(bias);
  const seen = { values: new Float64Array(area * inputs), places: new Int32Array(area * inputs) };
  return { filters, outputs, inputs, width, weight: packed, bias: biases, seen };
}

// Features lie square by square, all channels of a square together, with an empty square all round.
const features = (size, channels) => new Float64Array((size + 2) * (size + 2) * channels);

// Convolves, adds `added` where given, and leaves out what is negative.
function convolve(layer, size, from, to, added = null) {
  const { outputs, inputs, width, weight, bias, seen } = layer;
  const block = 8 * width * width * inputs; // weights of eight filters
  const [row, border] = [(size + 2) * inputs, 1 - (width >> 1)];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const count = gather(layer, from, (y + border) * row + (x + border) * inputs, row);
      const target = ((y + 1) * (size + 2) + x + 1) * outputs;
      for (let output = 0; output < outputs; output += 8) {
        const first = (output >> 3) * block;
        let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
        for (let i = 0; i < count; i++) {
          const value = seen.values[i];
          const at = first + seen.places[i];
          a += value * weight[at];
          b += value * weight[at + 1];
          c += value * weight[at + 2];
          d += value * weight[at + 3];
          e += value * weight[at + 4];
          f += value * weight[at + 5];
          g += value * weight[at + 6];
          h += value * weight[at + 7];
        }
        const sums = [a, b, c, d, e, f, g, h];
        for (let i = 0; i < 8; i++) {
          const out = target + output + i;
          const sum = sums[i] + bias[output + i] + (added ? added[out] : 0);
          to[out] = sum > 0 ? sum : 0;
        }
      }
    }
  }
  return to;
}

// Collects what a filter sees from a corner on, with the place of its weights, and leaves out the
// zeros: after a ReLU they are more than half.
function gather({ inputs, width, seen: { values, places } }, from, corner, row) {
  const run = width * inputs;
  let count = 0;
  for (let line = 0; line < width; line++) {
    for (let i = 0; i < run; i++) {
      const value = from[corner + line * row + i];
      if (value === 0) continue;
      values[count] = value;
      places[count++] = 8 * (line * run + i);
    }
  }
  return count;
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
  for (let channel = 0; channel < head.filters; channel++) {
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
