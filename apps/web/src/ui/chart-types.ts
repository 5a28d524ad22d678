export interface ChartProps {
  kind: 'bar' | 'line' | 'area'
  /** One record a point: the index as text, the series as figures. */
  rows: Record<string, string | number>[]
  /** The key of a record that names its point. */
  index: string
  series: { key: string; name: string; color?: string }[]
  /** What the chart shows, in a few words. */
  label: string
  /** Formats a figure; such as `showMoneyShort`. */
  format?: (value: number) => string
  stacked?: boolean
  height?: number
}
