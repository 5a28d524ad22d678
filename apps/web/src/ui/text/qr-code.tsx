import { useMemo } from 'react'
import { encode } from 'uqr'

/** One SVG path for all dark squares. */
function pathOf(squares: boolean[][]): string {
  return squares
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
}

/** Dark on light in both colour schemes, because many cameras do not read inverted codes. */
export function QrCode({ value, label, size = 160 }: { value: string; label: string; size?: number }) {
  const { data, size: squares } = useMemo(() => encode(value, { ecc: 'M', border: 2 }), [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${squares} ${squares}`}
      shapeRendering="crispEdges"
    >
      <rect width={squares} height={squares} fill="#fff" />
      <path d={pathOf(data)} fill="#111" />
    </svg>
  )
}
