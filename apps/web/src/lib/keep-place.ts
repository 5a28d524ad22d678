/** What opened or held something may be gone by now: whoever came by keys goes on from the page, not from its top. */
export function keepPlace(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}
