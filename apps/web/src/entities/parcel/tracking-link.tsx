import { Anchor } from '@mantine/core'

interface Props {
  tracking_number: string
  tracking_link: string
  /** In a table, the number must not wrap. */
  oneLine?: boolean
}

/** The tracking number, linked to the page of the carrier if it is known; a dash without a number. */
export function TrackingLink({ tracking_number, tracking_link, oneLine = false }: Props) {
  const style = oneLine ? { whiteSpace: 'nowrap' as const } : { overflowWrap: 'anywhere' as const }
  if (!tracking_number) return '—'
  if (!tracking_link) return <span style={style}>{tracking_number}</span>
  return (
    <Anchor
      href={tracking_link}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline={oneLine ? 'hover' : 'always'}
      style={style}
    >
      {tracking_number}
    </Anchor>
  )
}
