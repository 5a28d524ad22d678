import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { usePdf } from '#web/ui/pdf/use-pdf.ts'
import { isLinkOver } from '../calls/editor-session.ts'
import classes from './pages.module.css'
import { Pages, type PagesProps } from './pages.tsx'

interface Props extends Omit<PagesProps, 'shown'> {
  pdf: UseQueryResult<Uint8Array>
}

function PagesSkeleton() {
  return (
    <Delayed>
      <div className={classes.scroll} aria-busy="true">
        <span className="visually-hidden" role="status">
          Loading the pages…
        </span>
        <Skeleton mx="auto" maw={640} h="100%" mih={320} />
      </div>
    </Delayed>
  )
}

/** The pages of the PDF, or why they are not shown. */
export function OpenedPages({ pdf, ...rest }: Props) {
  const opened = usePdf(pdf.data)
  if (pdf.error) {
    const message = isLinkOver(pdf.error) ? 'This editor link has expired.' : readErrorMessage(pdf.error)
    return <FailedScreen inline title="The PDF could not be loaded" message={message} onRetry={() => void pdf.refetch()} />
  }
  if (opened.status === 'failed')
    return (
      <FailedScreen
        inline
        title="The PDF could not be shown"
        message="This browser could not read the file. Try again, or replace the PDF."
        onRetry={() => void pdf.refetch()}
      />
    )
  return opened.status === 'opened' ? <Pages shown={opened.pages} {...rest} /> : <PagesSkeleton />
}
