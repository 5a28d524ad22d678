import { Alert, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { ApiError, fieldErrors } from '#web/lib/errors/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PdfPages } from '#web/ui/pdf/pdf-page.tsx'
import { type ShownPage, usePdf } from '#web/ui/pdf/use-pdf.ts'
import classes from './signing-screen.module.css'
import type { LoadedPdf } from './use-signing.ts'

interface AreaProps {
  label: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** The part of the page that scrolls, between the bars. */
export function DocumentArea({ label, ref, children }: AreaProps) {
  // Keys scroll it only if it can be focused.
  const focusable = { tabIndex: 0 }
  return (
    <main {...focusable} ref={ref} id="content" className={classes.scroll} aria-label={label}>
      {children}
    </main>
  )
}

interface PagesProps {
  pdf: UseQueryResult<LoadedPdf>
  zoom: number
  label: string
  overlay?: (page: ShownPage, width: number) => ReactNode
  onDrawn: (page: number) => void
}

/** The pages of the document, its loading and its failure. */
export function DocumentPages({ pdf: { data, error, refetch }, label, ...rest }: PagesProps) {
  const opened = usePdf(data?.bytes)
  if (error) return <FailedScreen inline message={readErrorMessage(error)} onRetry={() => void refetch()} />
  if (opened.status === 'failed')
    return <FailedScreen inline title="The document could not be shown" message="Update your browser, or try another device." />
  if (opened.status === 'pending') return <Skeleton h={480} role="status" aria-label={`Loading ${label}`} />
  return <PdfPages pages={opened.pages} {...rest} />
}

/** The message of an error, with the sentences of refused fields. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  const details = error instanceof ApiError ? Object.values(fieldErrors(error)) : []
  return (
    <Alert color="red" mb="xs" role="alert">
      {[errorMessage(error), ...details].join(' ')}
    </Alert>
  )
}

/** The bar below the document: what comes next, and its button. */
export const NextStep = ({ error = null, children }: { error?: Error | null; children: ReactNode }) => (
  <section className={classes.bar} data-edge="bottom" aria-label="Next step">
    <Failure error={error} />
    <div className={classes.next}>{children}</div>
  </section>
)
