import { Anchor, Text } from '@mantine/core'
import { inkOn, isHex } from '@vialdesk/contract/colors'
import type { CSSProperties, ReactNode } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { CellsPicture } from './cells-picture.tsx'
import classes from './guest-frame.module.css'

/** Background of the picture side: the domain's login color or a dark shade of the brand, with readable text. */
function pictureColors(chosen: string | null): CSSProperties {
  const ground = chosen && isHex(chosen) ? chosen : undefined
  const ink = ground ? inkOn(ground) : '#ffffff'
  return { '--ground': ground ?? 'var(--mantine-color-brand-8)', '--ink': ink } as CSSProperties
}

/** The page for guests: the brand next to one form. */
export function GuestFrame({ children }: { children: ReactNode }) {
  const { domain, logo, description, email_sender, brand } = portal()
  return (
    <div className={classes.frame}>
      <header className={classes.picture} style={pictureColors(brand.login_color)}>
        <CellsPicture />
        <BrandMark name={domain.name} logo={logo} inverted size={34} />
        {description && <p className={classes.description}>{description}</p>}
      </header>
      <div className={classes.side}>
        <main className={classes.form}>{children}</main>
        <footer className={classes.footer}>
          <Text size="xs" c="dimmed">
            Health information in this portal is confidential.
            {email_sender && (
              <>
                {' Need help? '}
                <Anchor href={`mailto:${email_sender}`} size="xs" underline="always">
                  {email_sender}
                </Anchor>
              </>
            )}
          </Text>
        </footer>
      </div>
    </div>
  )
}
