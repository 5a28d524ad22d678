/** Those who follow a value outside React. `subscribe` is for `useSyncExternalStore`, and returns how to leave; `notify` tells them of a change. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(): void {
      for (const listener of listeners) listener()
    },
  }
}
