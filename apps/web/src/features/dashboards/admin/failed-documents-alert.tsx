import { Alert, Anchor } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Documents that the portal could not send or seal wait for an admin. Hidden while there are none. */
export function FailedDocumentsAlert({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert role="note" color="red" icon={<IconFileAlert size={18} />}>
      {count === 1 ? '1 document could not be sent or sealed' : `${count} documents could not be sent or sealed`}.{' '}
      <Anchor
        inherit
        fw={600}
        c="inherit"
        underline="always"
        renderRoot={(props) => <Link {...props} to="/documents/patients" search={{ failed: '1' }} />}
      >
        Review
      </Anchor>
    </Alert>
  )
}
