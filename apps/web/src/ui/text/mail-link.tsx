import { Anchor } from '@mantine/core'

/** A link to an email. */
export function MailLink({ to }: { to: string }) {
  return (
    <Anchor href={`mailto:${to}`} inherit>
      {to}
    </Anchor>
  )
}
