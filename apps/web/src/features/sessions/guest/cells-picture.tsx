import classes from './guest-frame.module.css'

interface Cell {
  x: number
  y: number
  r: number
}

/** Golden angle in radians, so that points never line up. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Cells in culture: dense in the middle, larger and sparser outwards. The picture never changes. */
const cells: Cell[] = Array.from({ length: 130 }, (_, place) => {
  const distance = 20 * Math.sqrt(place + 1.5)
  const angle = place * GOLDEN_ANGLE
  return { x: 300 + distance * Math.cos(angle), y: 300 + distance * Math.sin(angle), r: 5.5 + distance * 0.034 }
})

/** The picture of the guest pages, drawn in the colors of the brand. */
export function CellsPicture() {
  return (
    <svg className={classes.cells} viewBox="40 40 520 520" aria-hidden="true" focusable="false">
      {cells.map(({ x, y, r }, place) => (
        <g key={`${x}`} opacity={0.9 - place * 0.005}>
          <circle
            cx={x}
            cy={y}
            r={r}
            fill="currentColor"
            fillOpacity={0.06}
            stroke="currentColor"
            strokeOpacity={0.34}
            strokeWidth={0.9}
          />
          <circle cx={x + r * 0.2} cy={y - r * 0.15} r={r * 0.3} fill="currentColor" fillOpacity={place % 8 === 3 ? 0.85 : 0.2} />
        </g>
      ))}
    </svg>
  )
}
