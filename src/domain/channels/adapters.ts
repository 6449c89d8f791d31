import type { Adapter } from './adapter.ts'
import { alisms } from './alisms.ts'
import type { ChannelKind } from './channels.contract.ts'
import { ding } from './ding.ts'
import { feishu } from './feishu.ts'
import { push } from './push.ts'
import { smtp } from './smtp.ts'
import { tcsms } from './tcsms.ts'
import { wecom } from './wecom.ts'

/** Maps each channel to what speaks with it. */
export const adapters: Record<ChannelKind, Adapter> = { wecom, ding, feishu, smtp, push, alisms, tcsms }
