import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'

interface Props {
  title: string
  /** The result of `useCenterForm`. */
  form: { message: string | undefined; failure: string | undefined; close: () => void }
}

/** The server's message after a form was sent, with the way back to the dashboard. */
export function ResultModals({ title, form: { message, failure, close } }: Props) {
  return (
    <>
      <ResultModal
        title={title}
        message={message}
        onClose={close}
        action={
          <Button component={Link} to="/dashboard">
            Dashboard
          </Button>
        }
      />
      <AlertDialog title={title} message={failure} onClose={close} />
    </>
  )
}
