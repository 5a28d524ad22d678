/** Folders of the file store with the PDFs of templates and documents. */
export const TEMPLATE_FILES = 'templates'
export const DOCUMENT_FILES = 'documents'
