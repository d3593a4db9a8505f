// A promise that the test resolves.
export function deferred() {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, resolve: () => fulfil() };
}
