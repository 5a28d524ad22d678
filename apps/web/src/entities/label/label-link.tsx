import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

/** The name of the label's PDF in lists, as specified. Sentences write 'FedEx label'. */
export const LABEL_COLUMN = 'Fedex Label'

/** Opens the PDF of a request in a new tab with a link that expires after some minutes. */
export function useOpenLabel() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async (id: number) => {
      const { link } = await queryClient.fetchQuery({
        ...apiQuery('GET /api/v1/fedex-requests/{id}/label-link/', { params: { id } }),
        staleTime: 0,
      })
      window.open(link, '_blank', 'noopener')
    },
  })
}

/** The name of a label request, with a link to its page if the reader may open it. */
export function LabelLink({ id, children }: { id: number; children: ReactNode }) {
  const mayOpen = mayOpenScreen('/labels/{id}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/labels/${id}` : undefined}>{children}</RecordLink>
}

interface OpenProps {
  /** The id of the label request. */
  id: number
  children?: string
}

/** A link to the PDF of a label. */
export function OpenLabelLink({ id, children = 'View label' }: OpenProps) {
  const { mutate } = useOpenLabel()
  return (
    <Anchor component="button" type="button" inherit onClick={() => mutate(id)} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Anchor>
  )
}
