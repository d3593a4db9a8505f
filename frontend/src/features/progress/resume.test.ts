import { describe, expect, it } from 'vitest';
import { completes, resumePosition } from './resume';

describe('resumePosition', () => {
  it('resumes at the second where the member stopped', () => {
    expect(resumePosition(37, 60)).toBe(37);
    expect(resumePosition(0, 60)).toBe(0);
  });

  it('starts again from the beginning when only the last seconds are left', () => {
    expect(resumePosition(60, 60)).toBe(0);
    expect(resumePosition(596, 600)).toBe(0);
    expect(resumePosition(594, 600)).toBe(594);
  });

  it('uses a smaller limit for a short lesson', () => {
    expect(resumePosition(18, 20)).toBe(18);
    expect(resumePosition(19, 20)).toBe(0);
  });

  it('starts from the beginning when the lesson became shorter than the position', () => {
    expect(resumePosition(400, 60)).toBe(0);
  });
});

describe('completes', () => {
  it('requires nine tenths of the duration', () => {
    expect(completes(53, 60)).toBe(false);
    expect(completes(54, 60)).toBe(true);
  });

  it('never completes a lesson of unknown length', () => {
    expect(completes(0, 0)).toBe(false);
  });
});
