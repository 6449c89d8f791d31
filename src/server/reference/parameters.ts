import type { Strictness } from '#contract/values/settingValue.ts'

export type Parameter = {
  cfgCode: string
  cfgDesc: string
  /** Names the type: S text, N number, B yes or no, D date, L one of a list. */
  valType: 'S' | 'N' | 'B' | 'D' | 'L'
  dftlVal: string
  /** Limits a number from below. */
  minVal?: number
  maxVal?: number
  /** Lists the possible values. */
  valList?: { val: string; name: string }[]
  /** Tells that one value holds for the whole platform, set in the catalogue of settings itself (0). */
  ownFlag?: '0'
  /** Lets an enterprise only be stricter than the platform: an account is one for every enterprise that it is known in. */
  strict?: Strictness
  rem?: string
}

const yesNo = [
  { val: '1', name: '是' },
  { val: '0', name: '否' },
]

/** Lists the settings that the product reads, with their defaults for every identity (docs/spec/settings.md#shipped-settings). */
export const shippedParameters: Parameter[] = [
  { cfgCode: 'EXP_MASK', cfgDesc: '导出默认脱敏', valType: 'B', dftlVal: '1', valList: yesNo },
  { cfgCode: 'WATERMARK', cfgDesc: '导出带水印行', valType: 'B', dftlVal: '1', valList: yesNo },
  { cfgCode: 'FACE_ON', cfgDesc: '启用人脸照', valType: 'B', dftlVal: '0', valList: yesNo },
  { cfgCode: 'IMP_MAX', cfgDesc: '一次导入的最多行数', valType: 'N', dftlVal: '20000', minVal: 1, maxVal: 20_000 },
  {
    cfgCode: 'THEME',
    cfgDesc: '主题色',
    valType: 'S',
    dftlVal: '#3296fa',
    rem: '六位十六进制颜色，如 #3296fa',
  },
  {
    cfgCode: 'LGN_NAME',
    cfgDesc: '登录页上的名称',
    valType: 'S',
    dftlVal: '智慧校园学校平台',
    ownFlag: '0',
    rem: '学校自己使用时可写学校名称；标志用平台单位的标志',
  },
  {
    cfgCode: 'LGN_RECORD',
    cfgDesc: '登录页上的备案号（- 为不显示）',
    valType: 'S',
    dftlVal: '-',
    ownFlag: '0',
    rem: '如 京ICP备00000000号',
  },
  {
    cfgCode: 'PWD_STRONG',
    cfgDesc: '修改密码须为 8 至 20 位并含两类字符',
    valType: 'B',
    dftlVal: '0',
    valList: yesNo,
    strict: 'larger',
  },
  {
    cfgCode: 'PWD_DAYS',
    cfgDesc: '密码有效天数（0 为不限）',
    valType: 'N',
    dftlVal: '0',
    minVal: 0,
    maxVal: 3650,
    strict: 'smaller',
  },
  {
    cfgCode: 'LGN_FAIL_MAX',
    cfgDesc: '连续输错几次密码后锁定账号',
    valType: 'N',
    dftlVal: '5',
    minVal: 3,
    maxVal: 20,
    ownFlag: '0',
  },
  { cfgCode: 'LGN_LOCK_MIN', cfgDesc: '锁定的分钟数', valType: 'N', dftlVal: '15', minVal: 1, maxVal: 1440, ownFlag: '0' },
  {
    cfgCode: 'CAPTCHA',
    cfgDesc: '登录时的验证方式',
    valType: 'L',
    dftlVal: 'slide',
    valList: [
      { val: 'slide', name: '滑块（可换图片）' },
      { val: 'img', name: '只用图片' },
      { val: 'off', name: '不验证' },
    ],
    ownFlag: '0',
  },
  {
    cfgCode: 'TKN_WIN',
    cfgDesc: '多少分钟不操作后须重新登录',
    valType: 'N',
    dftlVal: '120',
    minVal: 5,
    maxVal: 720,
    ownFlag: '0',
  },
  { cfgCode: 'SCHYEAR_START', cfgDesc: '学年开始的月日', valType: 'S', dftlVal: '0901', rem: '四位数字，如 0901' },
  {
    cfgCode: 'EDC_SYS',
    cfgDesc: '学制（小学－初中－高中）',
    valType: 'L',
    dftlVal: '6-3-3',
    valList: [
      { val: '6-3-3', name: '六三三' },
      { val: '5-4-3', name: '五四三' },
    ],
  },
  {
    cfgCode: 'GRADE_NAME',
    cfgDesc: '年级的名称',
    valType: 'L',
    dftlVal: 'number',
    valList: [
      { val: 'number', name: '七年级、高一' },
      { val: 'text', name: '初一、高一' },
      { val: 'cohort', name: '2026级' },
    ],
  },
  {
    cfgCode: 'CLASS_NAME',
    cfgDesc: '班级的名称',
    valType: 'L',
    dftlVal: '{grade}（{n}）班',
    valList: [
      { val: '{grade}（{n}）班', name: '一年级（1）班' },
      { val: '{grade}({n})班', name: '一年级(1)班' },
      { val: '{grade}{n}班', name: '一年级1班' },
    ],
  },
  { cfgCode: 'CLASS_MAX', cfgDesc: '班级人数上限（超过时提醒）', valType: 'N', dftlVal: '55', minVal: 1, maxVal: 200 },
  { cfgCode: 'MTG_SIGN_EARLY', cfgDesc: '会议开始前多少分钟可以签到', valType: 'N', dftlVal: '30', minVal: 0, maxVal: 1440 },
  {
    cfgCode: 'MTG_SIGN_LATE',
    cfgDesc: '会议开始后多少分钟内签到算迟到（之后算缺席）',
    valType: 'N',
    dftlVal: '15',
    minVal: 0,
    maxVal: 1440,
  },
  {
    cfgCode: 'MTG_SIGN_NAME',
    cfgDesc: '员工可以只用姓名和手机后四位签到',
    valType: 'B',
    dftlVal: '0',
    valList: yesNo,
    rem: '不打开时员工扫码后要登录，姓名和手机只用于来宾',
  },
  {
    cfgCode: 'FILE_MAX',
    cfgDesc: '一个文件最多多少 MB',
    valType: 'N',
    dftlVal: '1024',
    minVal: 1,
    maxVal: 2000,
    strict: 'smaller',
  },
  {
    cfgCode: 'FILE_QUOTA',
    cfgDesc: '全部文件最多多少 GB',
    valType: 'N',
    dftlVal: '100',
    minVal: 1,
    maxVal: 100_000,
    strict: 'smaller',
  },
  {
    cfgCode: 'RES_QUOTA',
    cfgDesc: '每人的资源最多多少 GB',
    valType: 'N',
    dftlVal: '5',
    minVal: 0,
    maxVal: 1000,
  },
  { cfgCode: 'VST_AUDIT', cfgDesc: '来访须被访人同意', valType: 'B', dftlVal: '1', valList: yesNo },
  { cfgCode: 'VST_KEEP', cfgDesc: '来访结束多少天后删除访客资料', valType: 'N', dftlVal: '90', minVal: 1, maxVal: 3650 },
  {
    cfgCode: 'HIST_KEEP',
    cfgDesc: '操作记录保留多少个月',
    valType: 'L',
    dftlVal: '36',
    valList: [
      { val: '12', name: '12 个月' },
      { val: '24', name: '24 个月' },
      { val: '36', name: '36 个月' },
      { val: '60', name: '60 个月' },
      { val: '120', name: '120 个月' },
      { val: '0', name: '一直保留' },
    ],
    ownFlag: '0',
    rem: '更早的改动不再能查看和撤销',
  },
  { cfgCode: 'SALARY_ON', cfgDesc: '登记家长的收入区间', valType: 'B', dftlVal: '0', valList: yesNo },
]

/** Returns which values of a setting are the stricter ones; null where none are. */
export const strictnessOf = (code: string): Strictness | null =>
  shippedParameters.find(({ cfgCode }) => cfgCode === code)?.strict ?? null
