import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import type { useCenterForm } from './use-center-form.ts'

interface Props {
  title: string
  form: Pick<ReturnType<typeof useCenterForm>, 'sent' | 'failure' | 'close'>
}

/** The server's message after a form was sent, with links to the new documents and to the dashboard. */
export function ResultModals({ title, form: { sent, failure, close } }: Props) {
  const last = useLatestValue(sent)
  const [document, ...others] = last?.documents ?? []
  const isOne = document !== undefined && others.length === 0
  return (
    <>
      <ResultModal
        title={title}
        message={sent?.message}
        onClose={close}
        action={
          <>
            <Button variant="default" px="sm" component={Link} to="/dashboard">
              Dashboard
            </Button>
            <Button px="sm" component={Link} to={isOne ? `/document/${document.document_id}` : '/patients-signatures'}>
              {isOne ? 'View document' : 'View documents'}
            </Button>
          </>
        }
      />
      <AlertDialog title={title} message={failure} onClose={close} />
    </>
  )
}
