// The worker's side of the page's messages: { id, task: "think" or "review", game, start, moves,
// opponent, data, seed }. It answers { id, progress } and then { id, ... } or { id, error }.

onmessage = ({ data: { id, task, game: name, start, moves, opponent, data, seed } }) => {
  let told = 0;
  const report = (progress) => {
    if (progress < told + 0.02) return;
    told = progress;
    postMessage({ id, progress });
  };
  try {
    const game = makeGame(name);
    const states = [start ? game.stateOf(start) : game.start];
    const indices = moves.map(game.indexOf);
    for (const index of indices) states.push(game.play(states.at(-1), index));
    const given = { data, seed, report };
    if (task === "think") postMessage({ id, ...think(game, states.at(-1), opponent, given) });
    else postMessage({ id, reviews: review(game, states, indices, opponent, given) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
