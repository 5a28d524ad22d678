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
import type { Document, DocumentStatus } from '@vialdesk/contract/documents/documents'
import { Suspense, useState } from 'react'
import { useOpenDocument } from '#web/entities/document/document-link.tsx'
import { useAction } from '#web/lib/api/use-call.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { RowAction } from '#web/ui/table/table-types.ts'
import type { OpenDialog } from './document-dialogs.tsx'
import { useResend } from './resend-link.tsx'

/** Loaded when one opens, because dashboards show documents and their forms need the schemas. */
const Dialogs = lazyPart(() => import('./document-dialogs.tsx').then((module) => module.DocumentDialogs))

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
  const retry = useAction('POST /api/v1/documents/{id}/retry/')
  const remove = useAction('DELETE /api/v1/documents/{id}/', () => 'The document was deleted.')
  return {
    resend: ({ document_id }: Document) => resend.mutate({ body: { doc_id: document_id } }),
    retry: ({ id }: Document) => retry.mutate({ params: { id } }),
    remove: ({ id }: Document) => remove.mutate({ params: { id } }, { onSuccess: () => onRemoved?.() }),
  }
}

interface Options {
  /** Shows the history. Without it there is no such action. */
  onHistory?: (document: Document) => void
  onRemoved?: () => void
}

/** The actions on documents that their `can` allows (the server checks them again), and their dialogs, which the screen renders once. */
export function useDocumentMenu({ onHistory, onRemoved }: Options = {}) {
  const [open, setOpen] = useState<OpenDialog>()
  const wasOpen = useLatestValue(open) !== undefined
  const calls = useDocumentCalls(onRemoved)
  const pdf = useOpenDocument()
  const isAdmin = useSession()?.role === 'admin'
  const actions = (document: Document): RowAction[] => {
    const { can, uploaded, legal_hold } = document
    const dialog = (name: OpenDialog['name']) => () => setOpen({ name, document })
    const all: (RowAction | false | undefined)[] = [
      can.sign && { label: 'Sign', icon: IconSignature, onClick: dialog('sign') },
      can.open_pdf && { label: 'Open PDF', icon: IconFileCheck, onClick: () => pdf.mutate({ id: document.id }) },
      isAdmin &&
        !uploaded && {
          label: 'Open original PDF',
          icon: IconFile,
          onClick: () => pdf.mutate({ id: document.id, version: 'original' }),
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
      can.delete && {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        asks: { title: `Delete ${document.name}?`, consequence: consequences[document.status] },
        onClick: () => calls.remove(document),
      },
    ]
    return all.filter((action) => action !== false && action !== undefined)
  }
  return {
    actions,
    sign: (document: Document) => setOpen({ name: 'sign', document }),
    dialogs: wasOpen && (
      <Suspense>
        <Dialogs open={open} onClose={() => setOpen(undefined)} />
      </Suspense>
    ),
  }
}
