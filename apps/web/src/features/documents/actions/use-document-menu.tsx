import type { Document } from '@vialdesk/contract/documents'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import type { RowAction } from '#web/ui/table/table-types.ts'
import type { OpenDialog } from './document-dialogs.tsx'
import { useDocumentActions } from './use-document-actions.ts'

/** Loaded when one opens, because dashboards show documents and their forms need the schemas. */
const Dialogs = lazyPart(() => import('./document-dialogs.tsx').then((module) => module.DocumentDialogs))

interface Options {
  onHistory?: (document: Document) => void
  onRemoved?: () => void
}

/** The actions of documents with their dialogs, which the screen renders once. */
export function useDocumentMenu({ onHistory, onRemoved }: Options = {}): {
  actions: (document: Document) => RowAction[]
  sign: (document: Document) => void
  dialogs: React.ReactNode
} {
  const [open, setOpen] = useState<OpenDialog>()
  const wasOpen = useLatestValue(open) !== undefined
  const actions = useDocumentActions({ onDialog: (name, document) => setOpen({ name, document }), onHistory, onRemoved })
  return {
    actions,
    sign: (document) => setOpen({ name: 'sign', document }),
    dialogs: wasOpen && (
      <Suspense>
        <Dialogs open={open} onClose={() => setOpen(undefined)} />
      </Suspense>
    ),
  }
}
