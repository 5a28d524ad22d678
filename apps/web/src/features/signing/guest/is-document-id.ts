import { DocumentId } from '@vialdesk/contract/documents'

/** Whether the address of a page names a document. */
export const isDocumentId = (id: string | undefined): id is string => DocumentId.safeParse(id).success
