import { Anchor } from '@mantine/core'

/** A link to an email. In a clickable row it does not open the row. */
export function MailLink({ to }: { to: string }) {
  return (
    <Anchor href={`mailto:${to}`} inherit onClick={(event) => event.stopPropagation()}>
      {to}
    </Anchor>
  )
}
