/**
 * A part that is loaded on demand begins to load when the pointer or the focus is on the element that will need it. A failed download is said
 * when the part opens.
 */
export function onIntent(preload: () => Promise<unknown>) {
  const start = () => void preload().catch(() => undefined)
  return { onPointerEnter: start, onFocus: start }
}
