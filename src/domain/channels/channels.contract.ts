/** Names the states of a delivery (docs/spec/channels.md#states). */
export const DeliveryState = {
  ready: '1',
  sending: '2',
  accepted: '3',
  delivered: '4',
  unknown: '5',
  failed: '6',
  skipped: '7',
} as const

/** Describes a setting of a channel; a secret one is sealed and never shown again. */
export type ChannelSetting = {
  key: string
  title: string
  hint?: string
  isSecret?: boolean
  /** Tells that it may stay empty. */
  isOptional?: boolean
  /** Is taken where nothing is written. */
  usual?: string
  /** Limits what may be written. */
  pattern?: RegExp
}

const base = (usual: string): ChannelSetting => ({ key: 'base', title: '接口地址', isOptional: true, usual })

/** Says after how many hours a short message is sent about what asks for an act and is unread, where nothing else is set. */
export const usualLateHours = 24

const smsTemplates: ChannelSetting[] = [
  { key: 'sign', title: '短信签名', hint: '须为单位的全称或简称，由运营商审核，要 5 到 10 个工作日' },
  { key: 'tplCode', title: '验证码模板', isOptional: true, hint: '变量一个：验证码' },
  { key: 'tplNotice', title: '通知提醒模板', hint: '变量一个：单位名称。如：您有一条来自${name}的通知，请登录查看。' },
  { key: 'tplUrgent', title: '紧急通知模板', isOptional: true, hint: '变量同上；不填时用通知提醒模板' },
  {
    key: 'lateHours',
    title: '多久没读再发短信',
    isOptional: true,
    usual: String(usualLateHours),
    hint: '单位为小时；只用于需要办理的消息，填 0 不发',
    pattern: /^\d{1,3}$/,
  },
]

/** Lists the channels outside the product, each with its settings, in the order in which they are offered. */
export const channels = {
  wecom: {
    name: '企业微信',
    settings: [
      { key: 'corpId', title: '企业 ID' },
      { key: 'agentId', title: '应用 AgentId' },
      { key: 'corpSecret', title: '应用 Secret', isSecret: true },
      base('https://qyapi.weixin.qq.com'),
    ],
  },
  ding: {
    name: '钉钉',
    settings: [
      { key: 'appKey', title: 'Client ID（AppKey）' },
      { key: 'agentId', title: 'AgentId' },
      { key: 'appSecret', title: 'Client Secret（AppSecret）', isSecret: true },
      base('https://oapi.dingtalk.com'),
    ],
  },
  feishu: {
    name: '飞书',
    settings: [
      { key: 'appId', title: 'App ID' },
      { key: 'appSecret', title: 'App Secret', isSecret: true },
      base('https://open.feishu.cn'),
    ],
  },
  smtp: {
    name: '邮件',
    settings: [
      { key: 'host', title: '发信服务器', hint: '如 smtp.exmail.qq.com' },
      { key: 'port', title: '端口', usual: '465', isOptional: true, hint: '465 为加密连接；587 为先连接后加密' },
      { key: 'user', title: '账号', isOptional: true },
      { key: 'pass', title: '密码或授权码', isSecret: true, isOptional: true },
      { key: 'from', title: '发件人邮箱' },
    ],
  },
  push: {
    name: '浏览器推送',
    settings: [{ key: 'subject', title: '联系邮箱', hint: '推送服务出问题时用来联系，如 office@school.cn' }],
  },
  alisms: {
    name: '阿里云短信',
    settings: [
      { key: 'accessKeyId', title: 'AccessKey ID' },
      { key: 'accessKeySecret', title: 'AccessKey Secret', isSecret: true },
      ...smsTemplates,
      base('https://dysmsapi.aliyuncs.com'),
    ],
  },
  tcsms: {
    name: '腾讯云短信',
    settings: [
      { key: 'secretId', title: 'SecretId' },
      { key: 'secretKey', title: 'SecretKey', isSecret: true },
      { key: 'sdkAppId', title: '短信应用 SdkAppId' },
      ...smsTemplates,
      base('https://sms.tencentcloudapi.com'),
    ],
  },
} as const satisfies Record<string, { name: string; settings: readonly ChannelSetting[] }>

export type ChannelKind = keyof typeof channels
export const channelKinds = Object.keys(channels) as [ChannelKind, ...ChannelKind[]]

/** Names the channels that cost money a message, and are for what is urgent alone. */
export const smsKinds: readonly ChannelKind[] = ['alisms', 'tcsms']

/** Names the channels that know people by a name of their own, which is looked up by their phone. */
export const matchedKinds: readonly ChannelKind[] = ['wecom', 'ding', 'feishu']

/** Names the channels that know guardians apart from members of staff, all of a class at once. */
export const familyKinds: readonly ChannelKind[] = ['wecom']

/** Names what a short message says: a code to sign in with, that a notice waits, that an urgent one does. */
export type SmsPurpose = 'code' | 'notice' | 'urgent'
