hip = "7.0.51831-a3e329ad8"
cuda = None
git_version = "0123abc"
