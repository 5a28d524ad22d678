import classes from './brand-mark.module.css'

interface Props {
  name: string
  logo: string | null
  /** On the brand's own colour, where only white stands out. */
  inverted?: boolean
  size?: number
}

/** The portal's logo with its name; without a logo its initial takes the place. */
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
