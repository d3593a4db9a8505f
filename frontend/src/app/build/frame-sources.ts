// Origins that a page may frame: the reviews widget's, when the owner configured one.
import { site } from '@/settings/site';

const { widgetUrl } = site.reviews;

export const frameSources: readonly string[] = widgetUrl === '' ? [] : [new URL(widgetUrl).origin];
