import '@mantine/charts/styles.css'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import { useNavigate } from '@tanstack/react-router'
import type { ChartProps } from './chart-types.ts'

/** Distinct for colour-blind users, too. The first colour is the brand's. */
const palette = ['brand.6', 'yellow.6', 'grape.5', 'teal.5', 'gray.6']

/** Keyboards and screen readers use the table of `Chart`. The margin leaves room above the highest line. */
const plain = { accessibilityLayer: false, margin: { top: 8 } }

export default function ChartDrawing({ kind, rows, index, series, format, stacked, height = 260, links }: ChartProps) {
  const navigate = useNavigate()
  const open = (_: unknown, place: number) => {
    const link = links?.[place]
    if (link) void navigate(link as never)
  }
  const shared = {
    h: height,
    data: rows,
    dataKey: index,
    series: series.map(({ key, name, color }, place) => ({
      name: key,
      label: name,
      color: color ?? palette[place % palette.length] ?? 'gray.6',
    })),
    valueFormatter: format,
    withLegend: series.length > 1,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    // Without room for all names, names are skipped at equal distances.
    xAxisProps: { interval: 'equidistantPreserveStart' as const },
  }
  if (kind === 'bar')
    return (
      <BarChart
        {...shared}
        barChartProps={plain}
        {...(links && { barProps: { onClick: open, cursor: 'pointer' } })}
        type={stacked ? 'stacked' : 'default'}
        maxBarWidth={36}
      />
    )
  if (kind === 'area')
    return (
      <AreaChart
        {...shared}
        areaChartProps={plain}
        type={stacked ? 'stacked' : 'default'}
        curveType="monotone"
        withDots={false}
      />
    )
  return <LineChart {...shared} lineChartProps={plain} curveType="monotone" withDots={false} />
}
