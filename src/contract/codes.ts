/** Maps every expected failure to its number in the envelope and its default sentence. */
export const codes = {
  invalid: [10001, '提交的内容不符合要求'],
  notFound: [10002, '记录不存在或不在可访问的范围内'],
  taken: [10003, '该值已被使用'],
  conflict: [10004, '他人已修改这条记录'],
  changedOrder: [10005, '排序期间列表已变化，请刷新后再排'],
  missingReference: [10006, '引用的记录不存在'],
  inUse: [10016, '仍被使用'],
  unknownCall: [10008, '没有这个接口'],
  tooLarge: [10010, '提交的内容过大'],
  mediaType: [10011, '提交的格式不支持'],
  busy: [10012, '系统繁忙，请稍后再试'],
  tooMany: [10019, '操作过于频繁，请稍后再试'],
  unavailable: [10013, '数据库暂时不可用，请稍后再试'],
  noSpace: [10020, '服务器磁盘空间不足，暂时不能保存，请联系管理员'],
  notUndoable: [10014, '这项操作不能撤销'],
  changedSince: [10015, '之后又有改动，不能撤销'],
  knownGuardian: [10017, '这个手机或身份证号已有家长，请确认是不是同一人'],

  wrongPassword: [20001, '账号或密码不正确'],
  locked: [20002, '密码错误次数过多，请稍后再试'],
  noIdentity: [20003, '当前用户无校园身份，请重新登录！'],
  wrongOldPassword: [20004, '旧密码不正确'],
  commonPassword: [20005, '新密码过于常见，请换一个'],
  samePassword: [20006, '新密码不能与旧密码相同'],
  changePasswordFirst: [20007, '请先修改初始密码'],
  personalPassword: [20016, '新密码不能是登录账号、手机、姓名、编号或单位名称加几位数字'],
  weakPassword: [20014, '新密码须为 8 至 20 位，并含大写字母、小写字母、数字、符号中的至少两类'],

  codeNeeded: [20008, '请完成验证后再登录'],
  wrongCode: [20009, '验证码不正确或已过期，请重新验证'],
  notOpen: [20010, '该平台暂未开通，尽情期待！'],
  ticketGone: [20011, '登录凭据已失效，请重新登录'],
  outsideUnknown: [20012, '没有与之对应的账号，请联系管理员'],
  chooseAccount: [20015, '这个手机有几个账号，请选择要进入的账号'],
  outsideFailed: [20013, '统一登录没有成功，请重新登录'],

  forbidden: [30001, '没有权限进行操作'],
  readOnly: [30002, '正以他人视角查看，不能修改'],
  beyondOwn: [30003, '不能给出自己没有的权限'],

  fileType: [40001, '不支持这种文件'],
  fileBroken: [40002, '文件已损坏或不是所标的类型'],
  batchClosed: [40003, '这批导入已写入或已失效，请重新选择文件'],
  batchChanged: [40004, '数据已变化，请核对新的预览结果'],
  batchEmpty: [40005, '没有可写入的行'],

  illegalToken: [50008, '登录已失效，请重新登录'],
  otherLogin: [50012, '账号已在别处登录，请重新登录'],
  tokenExpired: [50014, '登录已超时，请重新登录'],

  numberExhausted: [61001, '号段已用完'],
  internal: [69999, '系统出现意外错误，请把请求编号告诉管理员'],
} as const satisfies Record<string, readonly [number, string]>

export type FaultCode = keyof typeof codes

/** Lists codes with which a session has ended (docs/spec/conventions.md#error-codes). */
export const sessionEnded: readonly number[] = [codes.illegalToken[0], codes.otherLogin[0], codes.tokenExpired[0]]
