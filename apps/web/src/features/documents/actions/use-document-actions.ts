import {
  IconCopy,
  IconFile,
  IconFileCheck,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconMailForward,
  IconPencil,
  IconRefresh,
  IconSignature,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Document, DocumentStatus } from '@vialdesk/contract/documents'
import { useOpenDocument } from '#web/entities/document/use-open-document.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useSession } from '#web/lib/session/session.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { useResend } from './resend-link.tsx'

/** Dialogs that an action opens. */
export type DocumentDialog = 'sign' | 'link' | 'void' | 'edit' | 'hold'

interface Options {
  onDialog: (dialog: DocumentDialog, document: Document) => void
  /** Shows the history. Without it there is no such action. */
  onHistory?: ((document: Document) => void) | undefined
  onRemoved?: (() => void) | undefined
}

const showMessage = { onSuccess: ({ message }: { message: string }) => showSuccess(message) }

const ENDED = 'The document disappears from all lists. Its record is kept.'
const consequences: Record<DocumentStatus, string> = {
  Pending: 'The request is revoked, its link stops working, and the document disappears from all lists. The record is kept.',
  Completed: 'The document disappears from the lists of admins and centers. Its patient keeps it, as the law requires.',
  Declined: ENDED,
  Expired: ENDED,
  Revoked: ENDED,
}

function useDocumentCalls(onRemoved: (() => void) | undefined) {
  const resend = useResend()
  const retry = useMutation({ ...apiMutation('POST /api/v1/documents/{id}/retry/'), ...showMessage })
  const remove = useMutation({
    ...apiMutation('DELETE /api/v1/documents/{id}/'),
    onSuccess: () => {
      onRemoved?.()
      showSuccess('The document was deleted.')
    },
  })
  return {
    resend: ({ document_id }: Document) => resend.mutate({ body: { doc_id: document_id } }),
    retry: ({ id }: Document) => retry.mutate({ params: { id } }),
    remove: async ({ id, name, status }: Document) => {
      const question = {
        title: `Delete ${name}?`,
        consequence: consequences[status],
        verb: 'Delete',
        danger: true,
      }
      if (await confirm(question)) remove.mutate({ params: { id } })
    },
  }
}

/** The actions on a document that its `can` allows; the server checks them again. */
export function useDocumentActions({ onDialog, onHistory, onRemoved }: Options): (document: Document) => RowAction[] {
  const calls = useDocumentCalls(onRemoved)
  const open = useOpenDocument()
  const isAdmin = useSession()?.role === 'admin'
  return (document) => {
    const { can, uploaded, legal_hold } = document
    const dialog = (name: DocumentDialog) => () => onDialog(name, document)
    const actions: (RowAction | false | undefined)[] = [
      can.sign && { label: 'Sign', icon: IconSignature, onClick: dialog('sign') },
      can.open_pdf && { label: 'Open PDF', icon: IconFileCheck, onClick: () => open.mutate({ id: document.id }) },
      isAdmin &&
        !uploaded && {
          label: 'Open original PDF',
          icon: IconFile,
          onClick: () => open.mutate({ id: document.id, version: 'original' }),
        },
      onHistory && { label: 'History', icon: IconHistory, onClick: () => onHistory(document) },
      can.resend && { label: 'Resend email', icon: IconMailForward, onClick: () => calls.resend(document) },
      can.copy_link && { label: 'Copy link', icon: IconCopy, onClick: dialog('link') },
      can.retry && { label: 'Retry', icon: IconRefresh, onClick: () => calls.retry(document) },
      can.edit && { label: 'Edit', icon: IconPencil, onClick: dialog('edit') },
      can.hold && {
        label: legal_hold ? 'End legal hold' : 'Put on legal hold',
        icon: legal_hold ? IconLockOpen : IconLock,
        onClick: dialog('hold'),
      },
      can.void && { label: 'Void', icon: IconX, danger: true, onClick: dialog('void') },
      can.delete && { label: 'Delete', icon: IconTrash, danger: true, onClick: () => void calls.remove(document) },
    ]
    return actions.filter((action) => action !== false && action !== undefined)
  }
}
