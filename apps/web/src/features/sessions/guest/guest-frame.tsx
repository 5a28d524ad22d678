import { inkOn, isHex } from '@vialdesk/contract/colors'
import type { CSSProperties, ReactNode } from 'react'
import { type PortalConfig, portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { GuestFooter } from '#web/ui/layout/guest-footer.tsx'
import { CellsPicture } from './cells-picture.tsx'
import classes from './guest-frame.module.css'

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
