import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'

/** The success message in a form, until the form closes. */
export function SavedNotice({ message }: { message: string | undefined }) {
  return (
    <div role="status" style={{ display: message ? undefined : 'contents' }}>
      {message && (
        <Alert color="green" icon={<IconCircleCheck size={18} />}>
          {message}
        </Alert>
      )}
    </div>
  )
}
