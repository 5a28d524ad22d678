/** Reads the metrics of a portal. */

/** The value of a metric with these labels. Undefined if the portal does not answer it. */
export async function readMetric(
  metricsUrl: string,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const text = await (await fetch(metricsUrl, { signal: AbortSignal.timeout(30_000) })).text()
  for (const line of text.split('\n')) {
    const [, found, given = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found === name && Object.entries(labels).every(([label, wanted]) => given.includes(`${label}="${wanted}"`)))
      return Number(value)
  }
  return undefined
}
