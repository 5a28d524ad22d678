import { Anchor, Group, type GroupProps } from '@mantine/core'

interface Props extends Pick<GroupProps, 'mt'> {
  /** Blank without a page. */
  privacy_url: string
  terms_url: string
}

const pages = [
  { key: 'privacy_url', label: 'Privacy' },
  { key: 'terms_url', label: 'Terms' },
] as const

/** Links to the legal pages of the business, which open in a tab of their own. Nothing without a page. */
export function LegalLinks({ mt, ...urls }: Props) {
  const links = pages.filter(({ key }) => urls[key] !== '')
  if (links.length === 0) return null
  return (
    <Group component="span" display="inline-flex" gap="md" {...(mt !== undefined && { mt })}>
      {links.map(({ key, label }) => (
        <Anchor key={key} href={urls[key]} target="_blank" rel="noopener noreferrer" size="xs" c="dimmed">
          {label}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </Anchor>
      ))}
    </Group>
  )
}
