let whole: Intl.NumberFormat | undefined

/** `12,345` */
export function formatCount(count: number): string {
  whole ??= new Intl.NumberFormat('en-US')
  return whole.format(count)
}
