import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { CSSProperties } from 'react'

/** CSS pixels: smaller targets are hard to hit. A smaller field grows around its centre. */
const MIN_TARGET = 24
/** Points of the text that is printed, and the part of the field's height that it takes at most. */
const TEXT_POINTS = 12
const TEXT_PART = 0.68

interface PageOnScreen {
  /** CSS pixels. */
  width: number
  height: number
  /** CSS pixels of a point. */
  scale: number
}

/** The place of a field on its page on the screen. */
export function fieldBox(
  field: Pick<SigningField, 'x' | 'y' | 'width' | 'height'>,
  page: PageOnScreen,
  isTarget: boolean,
): CSSProperties {
  const [width, height] = [field.width * page.width, field.height * page.height]
  const least = isTarget ? MIN_TARGET : 0
  const [grownWidth, grownHeight] = [Math.max(width, least), Math.max(height, least)]
  const left = field.x * page.width - (grownWidth - width) / 2
  const top = field.y * page.height - (grownHeight - height) / 2
  return {
    left: Math.min(Math.max(left, 0), page.width - grownWidth),
    top: Math.min(Math.max(top, 0), page.height - grownHeight),
    width: grownWidth,
    height: grownHeight,
    fontSize: Math.min(TEXT_POINTS * page.scale, grownHeight * TEXT_PART),
  }
}

/** Whether the field has room for several lines of text. */
export const isMultiLine = (field: Pick<SigningField, 'height'>, pagePoints: number) => field.height * pagePoints > 30
