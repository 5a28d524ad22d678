import { Anchor } from '@mantine/core'

interface Props {
  /** Blank without a page. */
  privacy_url: string
  terms_url: string
  className?: string | undefined
}

const pages = [
  { key: 'privacy_url', label: 'Privacy' },
  { key: 'terms_url', label: 'Terms' },
] as const

/** Links to the legal pages of the business, which open in a tab of their own. Nothing without a page. */
export function LegalLinks({ className, ...urls }: Props) {
  const links = pages.filter(({ key }) => urls[key] !== '')
  if (links.length === 0) return null
  return (
    <span className={className}>
      {links.map(({ key, label }) => (
        <Anchor key={key} href={urls[key]} target="_blank" rel="noopener noreferrer" size="xs" c="dimmed">
          {label}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </Anchor>
      ))}
    </span>
  )
}
