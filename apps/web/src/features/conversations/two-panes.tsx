import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import classes from './conversations.module.css'

interface Props {
  list: ReactNode
  /** Undefined while none is chosen. */
  thread: { title: ReactNode; content: ReactNode } | undefined
  /** Shown next to the list while no conversation is chosen. */
  none: ReactNode
}

/** List and conversation side by side; on a phone one after the other. */
export function TwoPanes({ list, thread, none }: Props) {
  const isPhone = useIsPhone()
  const { show } = useUrlSearch<{ show?: 'waiting' }>()
  return (
    <div className={classes.panes}>
      {!(isPhone && thread) && <div className={classes.pane}>{list}</div>}
      {!(isPhone && !thread) && (
        <section className={classes.pane} aria-label="Conversation">
          {thread ? (
            <>
              {isPhone && (
                <Link to="/conversations" search={{ ...(show && { show }) }} className={classes.back}>
                  <IconArrowLeft size={16} aria-hidden /> All conversations
                </Link>
              )}
              <Title order={2} size="h4" className={classes.partner}>
                {thread.title}
              </Title>
              {thread.content}
            </>
          ) : (
            none
          )}
        </section>
      )}
    </div>
  )
}
