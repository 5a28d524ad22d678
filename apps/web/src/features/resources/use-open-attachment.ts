import { useMutation } from '@tanstack/react-query'
import type { Attachment } from '@vialdesk/contract/resources'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { saveFromUrl } from '#web/lib/browser/save-file.ts'
import { canPreview } from './attachment-text.ts'

export interface Preview {
  attachment: Attachment
  /** Works for some minutes. */
  url: string
}

/** Opens attachments and counts the views. Pictures and PDFs open as `preview`; other files are saved. */
export function useOpenAttachment() {
  const [preview, setPreview] = useState<Preview>()
  const open = useMutation(apiMutation('POST /api/v1/assets/files/{id}/open/', { onlyReads: true }))
  const count = useMutation(apiMutation('POST /api/v1/assets/files/{id}/open/', { handlesErrors: true, keepsScreen: true }))
  return {
    preview,
    close: () => setPreview(undefined),
    /** The id of the file that is being opened. */
    pending: open.isPending ? open.variables.params.id : undefined,
    openFile: async (attachment: Attachment) => {
      const { url } = await open.mutateAsync({ params: { id: attachment.id } })
      if (canPreview(attachment)) setPreview({ attachment, url })
      else saveFromUrl(url)
    },
    /** The browser opens a link by itself. */
    countLink: ({ id }: Attachment) => count.mutate({ params: { id } }),
  }
}
