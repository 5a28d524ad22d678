import { inkOn, isHex } from '@vialdesk/contract/base/colors'
import type { CSSProperties, ReactNode } from 'react'
import { type PortalConfig, portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { GuestFooter } from '#web/ui/layout/guest-footer.tsx'
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
function CellsPicture() {
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

/** Background of the picture side: the domain's login color or a dark shade of the brand, with readable text. */
function pictureColors(chosen: string | null): CSSProperties {
  const ground = chosen && isHex(chosen) ? chosen : undefined
  const ink = ground ? inkOn(ground) : '#ffffff'
  return { '--ground': ground ?? 'var(--mantine-color-brand-8)', '--ink': ink } as CSSProperties
}

/** The login picture of the domain, or drawn cells. Text on a picture is on the login color, so that it stays readable. */
const LoginPicture = ({ url }: { url: string | null }) =>
  url ? <img src={url} alt="" className={classes.photo} /> : <CellsPicture />

interface Props {
  /** Default: the portal of this page. */
  config?: PortalConfig
  children: ReactNode
}

/** The page for guests: the brand next to one form. */
export function GuestFrame({ config = portal(), children }: Props) {
  const { domain, logo, description, brand } = config
  return (
    <div className={classes.frame}>
      <header
        className={classes.picture}
        style={pictureColors(brand.login_color)}
        data-photo={brand.login_image !== null || undefined}
      >
        <LoginPicture url={brand.login_image} />
        <div className={classes.mark}>
          <BrandMark name={domain.name} logo={logo} inverted size={34} />
        </div>
        {description && <p className={classes.description}>{description}</p>}
      </header>
      <div className={classes.side}>
        <main className={classes.form}>{children}</main>
        <GuestFooter {...config} />
      </div>
    </div>
  )
}
