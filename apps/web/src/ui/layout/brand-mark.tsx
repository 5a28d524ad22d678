import classes from './brand-mark.module.css'

interface Props {
  name: string
  logo: string | null
  /** White text, for a background in the brand's colour. */
  inverted?: boolean
  size?: number
}

/** The portal's logo, or its initial and name without a logo. */
export function BrandMark({ name, logo, inverted, size = 30 }: Props) {
  if (logo) return <img src={logo} alt={name} className={classes.logo} style={{ height: size }} />
  return (
    <span className={classes.mark} data-inverted={inverted || undefined}>
      <span className={classes.initial} style={{ width: size, height: size, fontSize: size * 0.5 }} aria-hidden>
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  )
}
