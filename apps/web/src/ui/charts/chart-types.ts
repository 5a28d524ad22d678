import type { LinkProps } from '@tanstack/react-router'

export interface ChartProps {
  kind: 'bar' | 'line' | 'area'
  /** One record for each point: the index as text, the series as numbers. */
  rows: Record<string, string | number>[]
  /** The key of the point's name. */
  index: string
  series: { key: string; name: string; color?: string }[]
  /** A short description, also the caption of the table. */
  label: string
  /** Formats a figure. */
  format?: (value: number) => string
  stacked?: boolean
  height?: number
  /** The list behind each row: a click on its bar opens it. Keyboards get the links in the table. */
  links?: (LinkProps | undefined)[]
}
