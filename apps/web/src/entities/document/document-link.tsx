import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

interface Props {
  document: { document_id: string }
  children: ReactNode
}

/** The name of a document, with a link to its page if the reader may open it. */
export function DocumentLink({ document, children }: Props) {
  const mayOpen = mayOpenScreen('/document/{document_id}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/document/${document.document_id}` : undefined}>{children}</RecordLink>
}

/** Opens the PDF of a document in a new tab with a link that expires after some minutes. */
export function useOpenDocument() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async ({ id, version = 'signed' }: { id: number; version?: 'signed' | 'original' }) => {
      const { link } = await queryClient.fetchQuery({
        ...apiQuery('GET /api/v1/documents/{id}/pdf-link/', { params: { id }, query: { version } }),
        staleTime: 0,
      })
      window.open(link, '_blank', 'noopener')
    },
  })
}

interface OpenProps {
  document: { id: number; name: string }
  children: string
}

/** A link to the PDF of a document. */
export function OpenDocumentLink({ document, children }: OpenProps) {
  const open = useOpenDocument()
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      disabled={open.isPending}
      aria-label={`${children}: ${document.name}`}
      onClick={() => open.mutate({ id: document.id })}
      style={{ whiteSpace: 'nowrap' }}
    >
      {children}
    </Anchor>
  )
}
