import {
  type Icon,
  IconBuildingHospital,
  IconFileText,
  IconMessages,
  IconReceipt2,
  IconShieldLock,
  IconTestPipe,
} from '@tabler/icons-react'
import type { Notice, NoticeKind } from '@vialdesk/contract/people/notices'
import type { ReactNode } from 'react'
import classes from './notices.module.css'

const icons: Record<NoticeKind, Icon> = {
  account: IconShieldLock,
  team: IconBuildingHospital,
  patient: IconTestPipe,
  conversation: IconMessages,
  document: IconFileText,
  purchase: IconReceipt2,
}

/** One notice; unread ones are bold with a dot, and announced to screen readers as unread. */
export function NoticeLine({ notice, children }: { notice: Notice; children?: ReactNode }) {
  const { kind, title, text, read_at } = notice
  const Shown = icons[kind]
  return (
    <span className={classes.line} data-unread={read_at === null || undefined}>
      <Shown size={20} stroke={1.5} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          {read_at === null && <span className="visually-hidden">Unread: </span>}
          {title}
          {read_at === null && (
            <span className={classes.mark} aria-hidden>
              {'\u2060'}
              <span className={classes.dot} />
            </span>
          )}
        </span>
        <span className={classes.text}>{text}</span>
        {children}
      </span>
    </span>
  )
}
