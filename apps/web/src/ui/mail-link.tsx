import { Anchor } from '@mantine/core'

/** An address to write to. In a row that opens, it writes and does not open. */
export function MailLink({ to }: { to: string }) {
  return (
    <Anchor href={`mailto:${to}`} inherit onClick={(event) => event.stopPropagation()}>
      {to}
    </Anchor>
  )
}
